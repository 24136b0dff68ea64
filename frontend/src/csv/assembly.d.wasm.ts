/**
 * The files of `assembly` as WebAssembly: in base64 in scripts of the page, as a module in the Worker. See
 * frontend/build/assembly-script.ts.
 */
declare const program: string | WebAssembly.Module;
export default program;
