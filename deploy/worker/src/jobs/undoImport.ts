import { importStep } from '../importStep.ts';

/** Deletes what an import added, some hundred records in each step. */
export default importStep('private.undo_import_step');
