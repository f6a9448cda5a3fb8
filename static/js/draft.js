/* A draft that saves itself. htmx sends it; here its token follows a new log-in, and a failure to save is told. */
"use strict";
{
  const form = document.querySelector("[data-draft]");
  const token = () => {
    const found = document.cookie.split("; ").find((each) => each.startsWith(`${form.dataset.draft}=`));
    return found ? found.split("=")[1] : form.elements.csrfmiddlewaretoken.value;
  };
  const refresh = () => {
    form.elements.csrfmiddlewaretoken.value = token();
  };
  const tell = () => {
    document.getElementById("bewaard").textContent = form.dataset.unsaved;
  };
  form.addEventListener("submit", refresh);
  form.addEventListener("htmx:configRequest", (event) => {
    event.detail.parameters.csrfmiddlewaretoken = token();
  });
  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) form.addEventListener(failure, tell);
}
