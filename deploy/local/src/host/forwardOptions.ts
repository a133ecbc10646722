type Forwarded = Pick<Request, 'method' | 'signal'> & { body: ReadableStream<Uint8Array<ArrayBuffer>> | ArrayBuffer | null };

/** Options of a `fetch` that forwards a request with other headers and streams its body. Redirects are passed on to the client. */
export function forwardOptions({ method, signal, body }: Forwarded, headers: Headers): RequestInit {
  // `fetch` requires `duplex` for a streamed body; the DOM types lack it.
  const options: RequestInit & { duplex: 'half' } = { method, headers, redirect: 'manual', signal, body, duplex: 'half' };
  return options;
}
