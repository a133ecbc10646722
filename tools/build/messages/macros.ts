/** The modules whose imports the build compiles away. */
export const macroModules: readonly string[] = ['@lingui/core/macro', '@lingui/react/macro'];

/** The module that compiled messages are rendered with at run time, and the names taken from it. */
export const messageRuntime = { module: '@masomo/i18n', names: ['Trans', 't'] };

/** Whether a source has macros to compile. */
export function hasMacros(source: string): boolean {
  return macroModules.some((name) => source.includes(name));
}
