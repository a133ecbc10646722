// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeDb, type FakeResponse, type SentRequest } from '@masomo/testing';
import { failureMessage, provideDb, toDataError, unwrap, useCommand, withOwnKey, type Db } from './index.ts';

const add = async (db: Db, name: string) =>
  unwrap(
    await db
      .from('subjects')
      .insert({ name } as never)
      .select('id')
      .single(),
  );
const lost: FakeResponse = { status: 502, body: 'Bad gateway' };

/** A database that keeps keys as the real one does; `answer` decides what the page hears of a write. */
function keepingDb(answer: (turn: number) => 'lost before' | 'lost after' | 'answered', isReachable = () => true) {
  const done = new Set<string>();
  const givenUp = new Set<string>();
  let rows = 0;
  let turn = 0;
  const refuse = (hint: string) => ({ status: 400, body: { code: 'P0001', message: 'Refused.', hint } });
  const { db, sent } = fakeDb((request: SentRequest): FakeResponse => {
    if (request.path === 'rpc/settle_command') {
      if (!isReachable()) return lost;
      const { key } = request.body as { key: string };
      if (!done.has(key)) givenUp.add(key);
      return { body: done.has(key) };
    }
    const key = request.headers.get('idempotency-key') ?? '';
    expect(key.length).toBeGreaterThanOrEqual(16);
    turn += 1;
    const fate = answer(turn);
    if (fate === 'lost before') return lost;
    if (done.has(key)) return refuse('command.already_done');
    if (givenUp.has(key)) return refuse('command.given_up');
    done.add(key);
    rows += 1;
    return fate === 'lost after' ? lost : { status: 201, body: { id: `s${rows}` } };
  });
  provideDb(async () => db);
  return { sent, countRows: () => rows };
}
const titleOf = (error: Parameters<typeof failureMessage>[0] | undefined) =>
  error && failureMessage(error, 'The subject was not added').title;

describe('a command whose answer is lost', () => {
  it('is a success when it was done and nobody reads its result', async () => {
    const { countRows } = keepingDb(() => 'lost after');
    const onSuccess = vi.fn(() => undefined);
    const { result } = renderHook(() => useCommand(add, { onSuccess: () => onSuccess() }));
    await act(async () => void (await result.current.run('Physics')));
    expect([onSuccess.mock.calls.length, result.current.error, countRows()]).toEqual([1, undefined, 1]);
  });

  it('says that it was done where its result is missing, and is not done again', async () => {
    const { countRows } = keepingDb((turn) => (turn === 1 ? 'lost after' : 'answered'));
    const onSuccess = vi.fn((_: { id: string }) => undefined);
    const { result } = renderHook(() => useCommand(add, { onSuccess: (row) => onSuccess(row) }));
    await act(async () => void (await result.current.run('Physics')));
    expect(result.current.error).toMatchObject({ outcome: 'saved' });
    expect(titleOf(result.current.error)).toBe('This was done');
    await act(async () => void (await result.current.run('Physics')));
    expect([onSuccess.mock.calls.length, result.current.error?.outcome, countRows()]).toEqual([0, 'saved', 1]);
    // Something else is something else.
    await act(async () => void (await result.current.run('Chemistry')));
    expect([onSuccess.mock.calls.length, countRows()]).toEqual([1, 2]);
  });

  it('has failed for certain when it was not done, and trying again does it once', async () => {
    const { countRows } = keepingDb((turn) => (turn === 1 ? 'lost before' : 'answered'));
    const { result } = renderHook(() => useCommand(add));
    await act(async () => void (await result.current.run('Physics')));
    expect([result.current.error?.outcome, titleOf(result.current.error)]).toEqual(['failed', 'The subject was not added']);
    await act(async () => void (await result.current.run('Physics')));
    expect([result.current.error, countRows()]).toEqual([undefined, 1]);
  });

  it('is not called failed while nobody can be asked, and trying again does nothing twice', async () => {
    const { countRows } = keepingDb(
      (turn) => (turn === 1 ? 'lost after' : 'answered'),
      () => false,
    );
    const { result } = renderHook(() => useCommand(add));
    await act(async () => void (await result.current.run('Physics')));
    expect(result.current.error?.userMessage).toContain('nothing is done twice');
    expect(titleOf(result.current.error)).toBe('It is not known whether this was done');
    await act(async () => void (await result.current.run('Physics')));
    expect([result.current.error?.outcome, countRows()]).toEqual(['saved', 1]);
  });

  it('does nothing twice either when the dialog was closed and opened again', async () => {
    const { countRows } = keepingDb(
      (turn) => (turn === 1 ? 'lost after' : 'answered'),
      () => false,
    );
    const first = renderHook(() => useCommand(add));
    await act(async () => void (await first.result.current.run('Physics')));
    first.unmount();
    const { result } = renderHook(() => useCommand(add));
    await act(async () => void (await result.current.run('Physics')));
    expect([result.current.error?.outcome, countRows()]).toEqual(['saved', 1]);
  });

  it('was done when the page breaks over its answer', async () => {
    keepingDb(() => 'answered');
    const { result } = renderHook(() =>
      useCommand(async (db: Db, name: string) => {
        await add(db, name);
        throw new TypeError('undefined is not a function');
      }),
    );
    await act(async () => void (await result.current.run('Physics')));
    expect(result.current.error?.outcome).toBe('saved');
  });

  it('has failed for certain when only a read was lost', async () => {
    const { db } = fakeDb(() => lost);
    provideDb(async () => db);
    const { result } = renderHook(() =>
      useCommand(async (plain: Db, id: string) => unwrap(await plain.from('subjects').select().eq('id', id))),
    );
    await act(async () => void (await result.current.run('s1')));
    expect(result.current.error).toMatchObject({ outcome: 'failed', kind: 'unavailable' });
  });

  it('of a guest is unknown, for whom no keys are kept', async () => {
    const { db, sent } = fakeDb(() => lost);
    provideDb(
      async () => db,
      () => false,
    );
    const { result } = renderHook(() => useCommand(add));
    await act(async () => void (await result.current.run('Physics')));
    expect([result.current.error?.outcome, sent.length]).toEqual(['unknown', 1]);
  });
});

describe('a function that knows by an argument that it is repeated', () => {
  const pay = async (db: Db, requestId: string) =>
    unwrap(await withOwnKey(db).rpc('record_fee_payment', { student_id: 's1', amount: 1000, method: 'cash', request_id: requestId }))
      .receipt_number;
  const answerWith = (answers: FakeResponse[]) => {
    const { db, sent } = fakeDb(() => answers.shift() ?? lost);
    provideDb(async () => db);
    return sent;
  };

  it('is asked once more when its answer was lost, and answers what it did', async () => {
    const sent = answerWith([lost, { body: { receipt_number: 'RCT-00001' } }]);
    const onSuccess = vi.fn((_: string) => undefined);
    const { result } = renderHook(() => useCommand(pay, { onSuccess: (receipt) => onSuccess(receipt) }));
    await act(async () => void (await result.current.run('r1')));
    expect(onSuccess).toHaveBeenCalledWith('RCT-00001');
    expect(sent.map(({ body }) => (body as { request_id: string }).request_id)).toEqual(['r1', 'r1']);
  });

  it('is not asked again when it refused', async () => {
    const sent = answerWith([{ status: 400, body: { code: 'P0001', message: 'Enter the amount.', hint: 'fee.invalid_amount' } }]);
    const { result } = renderHook(() => useCommand(pay));
    await act(async () => void (await result.current.run('r1')));
    expect([result.current.error?.outcome, sent.length]).toEqual(['failed', 1]);
  });

  it('is safe to try again while nothing answers', async () => {
    answerWith([]);
    const { result } = renderHook(() => useCommand(pay));
    await act(async () => void (await result.current.run('r1')));
    expect(result.current.error).toMatchObject({ outcome: 'unknown', userMessage: expect.stringContaining('nothing is done twice') });
  });
});

it.each([
  [{ code: 'P0001', hint: 'fee.paid', message: 'Paid.' }, 400, 'failed'],
  [{ code: 'XX000', message: 'internal error' }, 500, 'failed'],
  [{ code: 'PGRST003', message: 'no connection' }, 504, 'failed'],
  [{ code: '57P01', message: 'terminating connection' }, 503, 'unknown'],
  [{ code: 'PGRST001', message: 'connection lost' }, 503, 'unknown'],
  [{ code: '', message: 'TypeError: Failed to fetch' }, 0, 'unknown'],
  [{ message: 'Bad gateway' }, 502, 'unknown'],
] as const)('an answer %j with status %i means %s', (failure, status, outcome) => {
  expect(toDataError(failure, status).outcome).toBe(outcome);
});
