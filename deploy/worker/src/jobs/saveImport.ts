import { importStep } from '../importStep.ts';

/** Saves the rows of an import, some hundred in each step. */
export default importStep('private.save_import_step');
