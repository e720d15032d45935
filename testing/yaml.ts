import { createRequire } from 'node:module'

/** As packages of the product bring them along; nothing of the product uses them itself. */
const within = (name: string) => createRequire(import.meta.resolve(name))
const { dump, loadAll } = within('graphile-worker')('js-yaml') as {
  dump(value: unknown, options: object): string
  loadAll(text: string): unknown[]
}

/** The documents of a YAML file. @throws for what is no YAML, and for a key that is there twice */
export const readYaml = (text: string): unknown[] =>
  loadAll(text).filter((each) => each !== null && each !== undefined)

export const writeYaml = (value: unknown): string => dump(value, { sortKeys: true })

interface Ajv {
  compile(schema: unknown): { (data: unknown): boolean; errors?: unknown }
}
const { default: AjvClass } = within('fastify')('ajv') as { default: new (options: object) => Ajv }

/** Errors that a JSON schema finds in a value, of all of it; none where it is valid. */
export function schemaErrors(schema: unknown, value: unknown): string[] {
  const validate = new AjvClass({ allErrors: true, strict: true, strictRequired: false }).compile(schema)
  if (validate(value)) return []
  return (validate.errors as { instancePath: string; message: string; params: object }[]).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}
