/** Source folders whose texts must all be translated, as path prefixes from the repository's root; a new one joins when its texts are. */
export const translatedFolders: readonly string[] = [
  'addons/',
  'modules/',
  'mfe-cms/src/',
  'mfe-dashboard/src/',
  'mfe-marketing/src/',
  'mfe-store-manager/src/',
  'mfe-store/src/',
  'shared/',
  'shell/src/',
  'supabase/functions/',
  'tools/messages/',
];
