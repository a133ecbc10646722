// The part of the Deno API that the functions use; the local runtime provides the same.
declare namespace Deno {
  const env: { get(name: string): string | undefined };
  function serve(handler: (request: Request) => Response | Promise<Response>): void;
}
// Hosted Supabase only: the other runtimes live on after a response.
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;
