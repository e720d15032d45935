import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3000}`

/** What the server answers, beside the pages: the development server passes it on. `/graphql/…` are sources. */
const served = ['^/graphql$', '^/uploads/', '^/files/', '^/logout$', '^/documents/']

const kit = /\/web\/(ui|features)\/.*\.tsx?$/

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('dist', import.meta.url)),
    emptyOutDir: true,
    assetsDir: 'static',
    // Fonts and pictures stay files: they load when they are needed and keep the script small.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Our modules do nothing by being imported, so that a page loads only the parts it shows.
      treeshake: { moduleSideEffects: (id) => !kit.test(id) },
      // What every page needs comes as one script: it compresses better than in twenty, and is one request.
      output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(served.map((path) => [path, { target: api, changeOrigin: false }])),
      '/ws': { target: api, ws: true },
    },
  },
})
