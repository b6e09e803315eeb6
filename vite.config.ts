import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "web",
  // Pages have addresses of any depth, so that assets are named from the root.
  base: "/",
  plugins: [react()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2023",
    // The content security policy knows no data: addresses.
    assetsInlineLimit: 0,
    // The layout of diagrams is large, and loaded only by the page that draws one.
    chunkSizeWarningLimit: 1600,
  },
});
