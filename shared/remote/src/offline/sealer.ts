/** Seals what one person types: nobody without the key reads or changes it, or puts it under another name. */
export type Sealer = {
  seal: (value: unknown) => Uint8Array<ArrayBuffer>;
  /** Undefined for what was sealed with another key, or changed. */
  open: (sealed: Uint8Array) => unknown;
};

const nonceLength = 24;

/**
 * XChaCha20-Poly1305, whose nonces are long enough to be random. The browser's own cryptography is kept from pages without https, which
 * schools open as `http://school.lan`, and takes longer than a transaction of its database lives.
 */
export async function createSealer(key: Uint8Array, context: string): Promise<Sealer> {
  const { xchacha20poly1305 } = await import('@noble/ciphers/chacha.js');
  const boundTo = new TextEncoder().encode(context);
  return {
    seal(value) {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
      const sealed = xchacha20poly1305(key, nonce, boundTo).encrypt(new TextEncoder().encode(JSON.stringify(value)));
      return new Uint8Array([...nonce, ...sealed]);
    },
    open(sealed) {
      try {
        const opened = xchacha20poly1305(key, sealed.subarray(0, nonceLength), boundTo).decrypt(sealed.subarray(nonceLength));
        return JSON.parse(new TextDecoder().decode(opened)) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}
