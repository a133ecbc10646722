/** Hidden input that tells password managers whose password is being set. */
export function UsernameInput({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
}
