import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { BUILD_TARGET } from './browserFloor.ts'
import { compressed, modulesOfScripts } from './built.ts'
import { routeGroups } from './routeGroups.ts'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3000}`
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** What the server answers, beside the pages: the development server passes it on. `/graphql/…` are sources. */
const served = ['^/graphql$', '^/uploads/', '^/files/', '^/logout$', '^/documents/']

const ROUTER = here('../node_modules/react-router/dist/production/index.mjs')
const NUMBER_FORMATS = here('../node_modules/numfmt/dist/index.mjs')

const kit = /\/web\/(ui\/|features\/|addresses).*\.tsx?$/
/** A package that another one imports without using anything of it. */
const unused = /\/node_modules\/hoist-non-react-statics\//

export default defineConfig(({ command }) => ({
  root: here('.'),
  plugins: [react(), modulesOfScripts(here('../.cache/scripts.json')), compressed()],
  resolve: {
    // rxjs as it is written today, not for the browsers of 2015.
    conditions: [...defaultClientConditions, 'es2015'],
    alias:
      command === 'build'
        ? [
            // The package itself names its build for development only.
            { find: /^react-router$/, replacement: ROUTER },
            // The package itself names only what Node requires: nothing could be left out of that.
            { find: /^numfmt$/, replacement: NUMBER_FORMATS },
            {
              find: /^\.\.\/InitColorSchemeScript\/InitColorSchemeScript\.mjs$/,
              replacement: here('ui/theme/noInitScript.ts'),
            },
            // The theme turns ripples off.
            { find: /^\.\/TouchRipple\.mjs$/, replacement: here('ui/theme/noRipple.ts') },
            {
              find: /^\.\.\/internal\/svg-icons\/(CheckBoxOutlineBlank|CheckBox|IndeterminateCheckBox)\.mjs$/,
              replacement: here('ui/theme/noIcon.ts'),
            },
            // As MUI's own buttons name it; by the name of the package it is there.
            { find: /^\.\.\/CircularProgress\/index\.mjs$/, replacement: here('ui/theme/noProgress.ts') },
          ]
        : [],
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    assetsDir: 'static',
    target: BUILD_TARGET,
    // A browser that knows no preloading loads the same scripts when it comes to them.
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: they load when they are needed and keep the script small.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Our modules do nothing by being imported, so that a page loads only the parts it shows.
      treeshake: { moduleSideEffects: (id) => !kit.test(id) && !unused.test(id) },
      output: {
        // A first visit has the list of all scripts; which modules are in each says .cache/scripts.json.
        chunkFileNames: 'static/[hash:7].js',
        codeSplitting: {
          groups: [
            // What every page needs comes as one script: it compresses better than in twenty, and is one request.
            { name: 'frame', tags: ['$initial'], priority: 2 },
            ...routeGroups(
              {
                folder: [
                  here('pages/portfolioDocuments.tsx'),
                  here('features/funds/portfolios/PortfolioPage.tsx'),
                ],
              },
              [
                here('features/funds/home/StartPage.tsx'),
                here('features/funds/landing/DealRoomPage.tsx'),
                here('features/accounts/SignInPage.tsx'),
                here('features/accounts/SetupPage.tsx'),
                here('features/shell/NotFoundPage.tsx'),
              ],
            ),
            // A few lines each, which would each be a request, and a name in the list.
            { name: 'utils', test: /\/node_modules\/@mui\/(material\/)?utils\//, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(served.map((path) => [path, { target: api, changeOrigin: false }])),
      '/ws': { target: api, ws: true },
    },
  },
}))
