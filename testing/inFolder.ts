/** Settings for a test of the folder itself, which has one wherever the run keeps its files. */
export const IN_FOLDER = { FILES: 'disk' }
