import { createContext } from 'react';

/** On the server: the remote's markup that goes into its outlet. In the browser it is null. */
export const PrerenderedContext = createContext<{ name: string; html: string } | null>(null);
