const remoteNames = '(?:mfe|addon|module)-[a-z-]{1,40}';

/** The name of a remote: a part of the product, an add-on or a module. */
export const remoteName = new RegExp(`^${remoteNames}$`);

/** The name of what is released: the shell or a remote. */
export const appName = new RegExp(`^(?:shell|${remoteNames})$`);

/** App and version in the address of a released file, wherever it is in a text. */
export const releasedFile = new RegExp(`/releases/(shell|${remoteNames})/([^/\\s]+)/`);

/** A feature of a school, by which a browser is told of the remote that requires it. */
export const featureName = /^(?:module|addon):[a-z-]{1,40}$/;
