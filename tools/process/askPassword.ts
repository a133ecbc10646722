import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream };

/** Reads a new password: typed twice without echo in a terminal, otherwise the first line of standard input. Throws one line when it is invalid. */
export async function askPassword(
  minLength: number,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const isTyped = Boolean(input.isTTY);
  // Suppresses the echo: readline writes to a null stream, the prompts bypass it.
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
    if (isTyped && (await ask('Repeat the password: ')) !== password)
      throw new Error('The passwords do not match. Nothing was changed: run the command again.');
    return password;
  } finally {
    reader.close();
  }
}
