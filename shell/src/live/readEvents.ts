/** What a stream said, by the names of its lines: `id`, `data`; a beat says nothing. */
export type StreamEvent = Readonly<Record<string, string>>;

/** Calls `onEvent` with each block of lines of an event stream, until it ends. Rejects when the connection breaks. */
export async function readEvents(body: ReadableStream<Uint8Array>, onEvent: (event: StreamEvent) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks)
      onEvent(
        Object.fromEntries(
          block.split('\n').flatMap((line) => {
            const [, name, said] = /^(\w+): ?(.*)$/.exec(line) ?? [];
            return name === undefined || said === undefined ? [] : [[name, said]];
          }),
        ),
      );
  }
}
