const loopbackName = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether an address names the machine itself, by a name that leads to no other one. */
export const hasLoopbackName = (address: string) => loopbackName.test(new URL(address).hostname);
