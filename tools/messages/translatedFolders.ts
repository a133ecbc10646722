/** Source folders whose texts must all be translated, as path prefixes from the repository's root; a new one joins when its texts are. */
export const translatedFolders: readonly string[] = [
  'mfe-dashboard/src/App.tsx',
  'mfe-dashboard/src/account/',
  'mfe-dashboard/src/campus/',
  'mfe-dashboard/src/learning/',
  'mfe-dashboard/src/messages/',
  'mfe-dashboard/src/money/',
  'mfe-dashboard/src/people/',
  'mfe-dashboard/src/platform/',
  'mfe-dashboard/src/shared/',
  'mfe-marketing/src/',
  'mfe-store/src/',
  'shared/auth/src/',
  'shared/data/src/',
  'shared/design-system/src/',
  'shared/domain/src/',
  'shell/src/',
];
