export { LIMITS, type Limits } from './limits.ts'
export type { Rate } from './rate.ts'
export { type GraphQLRouteOptions, registerGraphQL } from './route.ts'
export { GraphQLUpload, UploadedFile } from './upload.ts'
