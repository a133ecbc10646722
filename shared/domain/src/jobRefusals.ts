import { translatable } from './translatable.ts';

/** Why a job is not even begun that was started with anything else than its kind takes. */
export const wrongJobArgs = translatable('This cannot be done as it was asked for. Load the page again and start it once more.');
