import { createContext } from 'react';

/** On the server, the remote's markup for its outlet; null in the browser. */
export const PrerenderedContext = createContext<{ name: string; html: string } | null>(null);
