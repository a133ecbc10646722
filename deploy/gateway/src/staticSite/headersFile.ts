import { commonHeaders } from '../http/securityHeaders.ts';

const block = (address: string, headers: Record<string, string>) =>
  [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

/** A `_headers` file, which several static hosts read: the headers the gateway would send. `policies` is by address; `/*` matches the rest. */
export function headersFile(policies: ReadonlyMap<string, string>): string {
  return (
    [
      block('/*', commonHeaders(true)),
      block('/releases/*', {
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      }),
      ...[...policies]
        .filter(([address]) => address !== '/*')
        .map(([address, policy]) => block(address, { 'content-security-policy': policy, 'cache-control': 'no-cache' })),
      ...['/registry.json', '/config.json', '/sw.js', '/404.html'].map((address) => block(address, { 'cache-control': 'no-cache' })),
    ].join('\n\n') + '\n'
  );
}
