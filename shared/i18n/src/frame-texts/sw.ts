import type { Catalogue } from '@masomo/i18n';

/** Each build of the shell puts the translations of the frame here (`tools/build/messages/catalogueLoader.ts`). */
const catalogue: Catalogue = {};
export default catalogue;
