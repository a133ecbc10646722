// Only for component tests: a router that keeps its history in memory.
export { MemoryRouter } from 'react-router-dom';
