// Module Federation needs this async boundary to resolve shared modules before anything imports them.
void import('./bootstrap.tsx');
