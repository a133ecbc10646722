import { createStore } from '@masomo/domain/createStore';

/** The address without a page that led to the home page, until its notice is closed or the page left. */
export const missingAddress = createStore<string | undefined>(undefined);
