/** Props the shell passes to every remote it mounts. */
export type RemoteProps = {
  name: string;
  version: string;
  domElement: HTMLElement;
};

/** The single-spa lifecycles a remote exposes as `./app`. */
export type RemoteLifecycles = {
  bootstrap(props: RemoteProps): Promise<unknown>;
  mount(props: RemoteProps): Promise<unknown>;
  unmount(props: RemoteProps): Promise<unknown>;
  update?(props: RemoteProps): Promise<unknown>;
};
