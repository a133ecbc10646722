/** Ways to choose which traces are kept, by OpenTelemetry's names; those `parentbased` let the browser's choice stand. */
export const samplers = ['always_on', 'traceidratio', 'parentbased_always_on', 'parentbased_traceidratio'] as const;
export type SamplerName = (typeof samplers)[number];
