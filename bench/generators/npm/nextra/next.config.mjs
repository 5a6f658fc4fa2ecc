import nextra from 'nextra';

const withNextra = nextra({ latex: true, search: false });

export default withNextra({ output: 'export', images: { unoptimized: true }, trailingSlash: true, eslint: { ignoreDuringBuilds: true }, typescript: { ignoreBuildErrors: true } });
