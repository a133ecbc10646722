const machineHost = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Whether people reach this installation from other machines. It then runs in production mode: no developer tools, no simulated
 * providers, no demonstration accounts, and TLS in front.
 */
export function isPublicOrigin(origin: string): boolean {
  return !machineHost.test(new URL(origin).hostname);
}
