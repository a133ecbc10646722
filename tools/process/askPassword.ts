import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream };

/** A new password: typed twice and unseen in a terminal, else the first line of what is piped in. Throws one line when it will not do. */
export async function askPassword(
  minLength: number,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const isTyped = Boolean(input.isTTY);
  // What is typed is not shown: the interface writes into nothing, the questions go past it.
  const reader = createInterface({ input, output: new Writable({ write: (_chunk, _encoding, done) => done() }), terminal: isTyped });
  try {
    const lines = reader[Symbol.asyncIterator]();
    const ask = async (question: string) => {
      if (isTyped) output.write(question);
      const { value, done } = await lines.next();
      if (isTyped) output.write('\n');
      return done ? '' : value;
    };
    const password = await ask(`Password (at least ${minLength} characters): `);
    if (password.length < minLength)
      throw new Error(
        password === ''
          ? 'No password was given. Type one, pipe it in, or add --mail-link.'
          : `The password has ${password.length} characters; it needs at least ${minLength}.`,
      );
    if (isTyped && (await ask('The same again: ')) !== password)
      throw new Error('The two were not the same. Nothing was changed: run the command again.');
    return password;
  } finally {
    reader.close();
  }
}
