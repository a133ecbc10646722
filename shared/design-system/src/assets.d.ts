// Files that the bundler imports as URLs.
declare module '*.woff2' {
  const address: string;
  export default address;
}
declare module '*.svg' {
  const address: string;
  export default address;
}
declare module '*.png' {
  const address: string;
  export default address;
}
declare module '*.webp' {
  const address: string;
  export default address;
}
