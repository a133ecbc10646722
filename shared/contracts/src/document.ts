/** Ids of the elements of the composed document that the gateway writes and the shell reads. */
export const documentIds = {
  /** The shell's React root. Carries `data-prerendered` when the frame in it was rendered on the server. */
  root: 'root',
  /** `<script type="application/json">` with the registry (`@masomo/contracts/registry`). */
  registry: 'masomo-registry',
  /** `<script type="application/json">` with the configuration (`@masomo/contracts/runtimeConfig`). */
  config: 'masomo-config',
} as const;

/**
 * Query results a page was rendered with stand in `<script type="application/json" data-page-of="…">`, one for the
 * remote and one for the shell's own frame (`data-page-of="shell"`).
 */
export function pageDataSelector(app: string): string {
  return `script[type="application/json"][data-page-of="${app}"]`;
}
