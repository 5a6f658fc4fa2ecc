// The version that docent reports; a test keeps it equal to package.json.

export const version = '0.1.0';
