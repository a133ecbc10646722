export default { output: 'export', experimental: { inlineCss: true } };
