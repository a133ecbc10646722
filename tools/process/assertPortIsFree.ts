import { createServer } from 'node:net';

/** Throws one line when somebody listens on a port of the loopback address. */
export function assertPortIsFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(error.code === 'EADDRINUSE' ? `Port ${port} is in use. Stop what listens there, or set PORT to another one.` : `Port ${port} cannot be used: ${error.message}.`));
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}
