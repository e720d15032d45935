import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { modulesOfScripts } from '../built.ts'
import productConfig from '../vite.config.ts'

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** What does something by being imported: the page itself, and styles. Of anything else only what is used is taken. */
const doesSomething = /\.(html|css)(\?.*)?$|\/signInPage\/main\.tsx$/

const DOCUMENT = /^(export const \w+Document = )(\{.*\})( as unknown as .*)$/gm

/** Leaves the name of a document in its place: what is sent are the texts. */
const namedDocuments = (): Plugin => ({
  name: 'named-documents',
  enforce: 'pre',
  transform: {
    filter: { id: /\/operations\.generated\.ts$/ },
    handler: (code) =>
      code.replace(DOCUMENT, (_document, before: string, json: string, after: string) => {
        const { definitions } = JSON.parse(json) as { definitions: { kind: string; name: unknown }[] }
        const names = definitions.map(({ kind, name }) => ({ kind, name }))
        return before + JSON.stringify({ definitions: names }) + after
      }),
  },
})

/** The client's own parts go on naming all of its errors; nothing of those is used. */
const ownErrors = (): Plugin => ({
  name: 'own-errors',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^@apollo\/client\/errors$/ },
    handler: (_id, importer) => (importer?.includes('/node_modules/') ? null : here('errors.ts')),
  },
})

/** The product's page with the scripts of this one, under a name of its own. */
const signInPage = (): Plugin => ({
  name: 'sign-in-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('./main.tsx', './signInPage/main.tsx'),
  },
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      const page = bundle['index.html']
      if (!page) throw new Error('The sign-in page was not built.')
      page.fileName = 'signIn.html'
    },
  },
})

/**
 * Builds the sign-in page beside the product, of which it shares no script: what both need would come in scripts of its own,
 * and make the first visit to every other page larger.
 */
export default defineConfig(async (env) => {
  const { plugins = [], resolve, build, ...product } = await productConfig(env)
  const isOfProduct = (plugin: unknown) => (plugin as Plugin | null)?.name === 'modules-of-scripts'
  return {
    ...product,
    plugins: [
      ...plugins.filter((plugin) => !isOfProduct(plugin)),
      modulesOfScripts(here('../../.cache/scripts.json'), { isFurther: true }),
      namedDocuments(),
      ownErrors(),
      signInPage(),
    ],
    resolve: {
      ...resolve,
      alias: [
        ...(Array.isArray(resolve?.alias) ? resolve.alias : []),
        { find: /^@emotion\/is-prop-valid$/, replacement: here('knownProps.ts') },
        // Our theme names all colours that the page has.
        {
          find: /^\.\.\/colors\/(blue|lightBlue|green|grey|orange|purple|red)\.mjs$/,
          replacement: here('../ui/theme/noColour.ts'),
        },
        // No field of it has several lines.
        { find: /^\.\.\/TextareaAutosize\/index\.mjs$/, replacement: here('../ui/theme/noTextarea.ts') },
      ],
    },
    build: {
      ...build,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        treeshake: { moduleSideEffects: (id: string) => doesSomething.test(id) },
        output: { chunkFileNames: 'static/[hash:8].js' },
      },
    },
  }
})
