/** Ways to choose which traces are recorded, by OpenTelemetry's names. With `parentbased` the browser's decision applies. */
export const samplers = ['always_on', 'traceidratio', 'parentbased_always_on', 'parentbased_traceidratio'] as const;
export type SamplerName = (typeof samplers)[number];
