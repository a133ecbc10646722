export { currentLanguage, loadTexts, setLanguage, type Catalogues } from './language.ts';
export type { Catalogue } from './messages.ts';
export { t, translate, translateSentence } from './t.ts';
export { Trans } from './Trans.ts';
