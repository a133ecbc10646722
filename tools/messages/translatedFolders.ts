/** Source folders whose texts must all be translated, as path prefixes from the repository's root; a new one joins when its texts are. */
export const translatedFolders: readonly string[] = [
  'mfe-dashboard/src/campus/',
  'mfe-dashboard/src/people/',
  'shared/design-system/src/',
  'shell/src/',
];
