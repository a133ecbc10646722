// Only for component tests: a router with its history in memory.
export { createMemoryRouter, MemoryRouter } from 'react-router-dom';
