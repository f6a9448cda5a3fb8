/* The choice of a file in our own words: the browser's button stays on top, unseen, and does the work. */
"use strict";
{
  const tell = (input) => {
    const name = input.parentElement.querySelector(".sr-file__name");
    if (name) name.textContent = Array.from(input.files, (file) => file.name).join(", ") || name.dataset.none;
  };
  const tellAll = () => document.querySelectorAll(".sr-file input").forEach(tell);
  document.documentElement.classList.add("is-scripted");
  document.addEventListener("change", (event) => {
    if (event.target.type === "file") tell(event.target);
  });
  document.addEventListener("htmx:load", tellAll);
  window.addEventListener("pageshow", tellAll);
}
