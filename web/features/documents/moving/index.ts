/** Moving documents: staged in one folder, moved in another. */
export { MoveBar } from './MoveBar.tsx'
export { MovingProvider, useMoveStaging, useMoving } from './MovingProvider.tsx'
