import { describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [teacher, staff] = ['teacher@greenfield.test', 'staff@greenfield.test'];
const keyFor = async (email: string, claims = {}) => {
  const client = await database.connect(email, claims);
  try {
    return (await client.query<{ key: string }>('select public.outbox_key() as key')).rows[0]!.key;
  } finally {
    await client.end();
  }
};

describe('the key of what waits on devices', () => {
  it('is the same on every device of a person, and nobody else’s', async () => {
    const key = await keyFor(teacher);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyFor(teacher)).toBe(key);
    expect(await keyFor(staff)).not.toBe(key);
  });

  it('is made once, also when two tabs ask at the same time', async () => {
    await database.owner.query('delete from private.outbox_keys');
    const keys = await Promise.all([1, 2, 3, 4].map(() => keyFor(teacher)));
    expect(new Set(keys).size).toBe(1);
  });

  it('is read from no table', async () => {
    const client = await database.connect(teacher);
    try {
      expect(await refusal(client.query('select key from private.outbox_keys'))).toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });

  it('goes with the account', async () => {
    const id = '5d3f1f9e-0c57-4a55-9d6c-0f7c3f0a7a11';
    await database.owner.query("insert into auth.users (id, email) values ($1, 'leaving@greenfield.test')", [id]);
    await database.owner.query('insert into private.outbox_keys (user_id) values ($1)', [id]);
    await database.owner.query('delete from auth.users where id = $1', [id]);
    expect((await database.owner.query('select from private.outbox_keys where user_id = $1', [id])).rowCount).toBe(0);
  });
});
