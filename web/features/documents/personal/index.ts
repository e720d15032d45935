export { StarButton } from './StarButton.tsx'
export { type Favourites, useFavourites } from './useFavourites.tsx'
