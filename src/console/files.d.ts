/** A module imported `with { type: "file" }` is the path of a readable file, in the executable too. */
declare module "*.css" {
  const path: string;
  export default path;
}

declare module "*/start.js" {
  const path: string;
  export default path;
}

declare module "swagger-ui-dist/swagger-ui.css" {
  const path: string;
  export default path;
}

declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  const path: string;
  export default path;
}
