/**
 * Has every copy of zod on the page do without compiled checks: for these it probes eval, which the content security policy reports. The
 * configuration is set where zod keeps it, since zod's own function would bring a part of zod into every first visit.
 */
export function configureZod(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
