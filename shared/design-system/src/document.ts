// What a document needs before any React: for the shell's server build and the web app manifest.
export { documentHead } from './document/documentHead.ts';
export { appColors, appIcons } from './document/appIcons.ts';
