// Only for component tests: a router that keeps its history in memory.
export { createMemoryRouter, MemoryRouter } from 'react-router-dom';
