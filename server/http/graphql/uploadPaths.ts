import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import type { UploadedFile } from '../../contracts/uploadedFile.ts'
import { badRequest } from './errors.ts'
import { isRecord, type OperationRequest } from './request.ts'

const UPLOAD = 'Upload'

/** A place among the variables that waits for a file. */
export interface UploadPlace {
  fill(file: UploadedFile): void
}

/**
 * The place that a path of the `map` part names, such as `variables.input.files.0`.
 * @throws RefusedRequest 400 unless it is null there and the variable takes an Upload
 */
export function uploadPlace(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  { variables }: OperationRequest,
  path: string,
): UploadPlace {
  const refusal = badRequest(`"${path}" is not an Upload variable that is null.`)
  const [root, first, ...rest] = path.split('.')
  if (root !== 'variables' || first === undefined) throw refusal
  const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === first)
  const declared = definition && typeFromAST(schema, definition.type)
  if (!isInputType(declared)) throw refusal

  let type: GraphQLInputType | undefined = declared
  let holder: unknown = variables
  let key = first
  for (const part of rest) {
    holder = childOf(holder, key)
    type = typeBelow(type, part)
    key = part
  }
  if (!type || String(getNullableType(type)) !== UPLOAD || childOf(holder, key) !== null) throw refusal
  const target = holder as Record<string, unknown>
  return {
    fill(file) {
      target[key] = file
    },
  }
}

const childOf = (holder: unknown, key: string): unknown =>
  (isRecord(holder) || Array.isArray(holder)) && Object.hasOwn(holder, key)
    ? (holder as Record<string, unknown>)[key]
    : undefined

function typeBelow(type: GraphQLInputType | undefined, part: string): GraphQLInputType | undefined {
  const plain = type && getNullableType(type)
  if (isListType(plain)) return /^\d+$/.test(part) ? plain.ofType : undefined
  return isInputObjectType(plain) ? plain.getFields()[part]?.type : undefined
}
